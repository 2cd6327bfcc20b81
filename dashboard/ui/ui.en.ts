export const en = {
  loading: 'Loading',
  failed: 'That did not work',
  unreachable: 'The service cannot be reached',
  again: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  leave: 'Your changes are not saved. Leave the page?',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',
};
