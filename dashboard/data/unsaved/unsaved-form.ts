import { type Changes, changesBetween, isEmpty } from './changes.ts';
import {
  type FormPlace,
  type UnsavedEntry,
  entryKey,
  readEntries,
  removeEntry,
  writeEntry,
} from './unsaved-entries.ts';

/** Nothing is written more often while somebody types. */
const WRITE_DELAY_MS = 400;

/** Of the whole page: before it is loaded anew no form asks, and after a sign-out none is stored. */
let page: 'open' | 'leaving' | 'closed' = 'open';

/** Those that are on the page. */
const forms = new Set<UnsavedForm>();

/** Stores what was typed a moment ago. */
export function writeUnsavedForms(): void {
  for (const form of forms) form.write();
}

/** The page is about to be loaded anew: no form asks, and each is stored. */
export function leaveUnsavedForms(): void {
  page = 'leaving';
}

/** The user has signed out: no form asks, and nothing is stored from here on. */
export function closeUnsavedForms(): void {
  page = 'closed';
}

/** What is typed into one form and not saved: kept on the device until it is saved or discarded. */
export class UnsavedForm {
  private readonly place: Omit<FormPlace, 'user'>;
  private form = newFormId();
  private readonly listeners = new Set<() => void>();
  private user: string | null = null;
  /** Revision of what is edited. */
  private base = '';
  private secrets: readonly string[] = [];
  private initial: object = {};
  private saved: object = {};
  private values: object = {};
  private submitted: object | null = null;
  /** Entries that were put into this form, until it is stored itself. */
  private restored: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private current: UnsavedState = { offer: null, isStored: true };

  constructor(place: Omit<FormPlace, 'user'>) {
    this.place = place;
  }

  /** For React: what the note above the form shows. */
  get state(): UnsavedState {
    return this.current;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether it has values that are never stored. */
  get hasSecrets(): boolean {
    return this.secrets.length > 0;
  }

  /** The form is on the page until what it returns is called. */
  show(): () => void {
    forms.add(this);
    return () => {
      forms.delete(this);
      this.write();
    };
  }

  /** Whose form it is, from when that is known. */
  open(user: string): void {
    if (this.user !== null) return;
    this.user = user;
    this.lookUp();
    this.schedule();
  }

  /** The values as they are now; those that are secret are never stored. */
  track(
    values: object,
    { initial, base, secrets }: { initial: object; base: string; secrets: readonly string[] },
  ): void {
    if (initial !== this.initial) {
      this.initial = initial;
      this.saved = initial;
    }
    this.base = base;
    this.secrets = secrets;
    if (values === this.values) return;
    this.values = values;
    this.schedule();
  }

  /** Whether something was typed since, secrets included. */
  get isChanged(): boolean {
    return !isEmpty(this.changesIn(this.values));
  }

  /** Whether to ask before it is left. */
  get asksToStay(): boolean {
    return page === 'open' && this.isChanged;
  }

  /** What was typed since the form was opened or saved. */
  changesIn(values: object): Changes {
    return changesBetween(this.saved, values);
  }

  /** The values are on their way to the service. */
  submit(): void {
    this.submitted = this.values;
  }

  /** The service has them. What was typed meanwhile is not saved yet. */
  markSaved(): void {
    this.saved = this.submitted ?? this.values;
    this.write();
  }

  /** Nothing of what was typed is wanted any more. */
  discard(): void {
    this.saved = this.values;
    this.write();
  }

  /** The same, but what was typed is offered again above the form. */
  setAside(): void {
    this.write();
    this.form = newFormId();
    this.saved = this.values;
    this.lookUp();
  }

  /** What an earlier form has left is in this one now. The next one is offered, if there is one. */
  acceptOffer(): void {
    if (this.current.offer) this.restored.push(this.current.offer.key);
    this.lookUp();
  }

  /** Removes what an earlier form has left. */
  rejectOffer(): void {
    if (this.current.offer) removeEntry(this.current.offer.key);
    this.lookUp();
  }

  /** Without waiting. */
  readonly write = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (page === 'closed' || this.user === null) return;
    const key = this.keyOf(this.user);
    const changes = changesBetween(this.saved, this.values, this.secrets);
    if (isEmpty(changes)) removeEntry(key);
    const isStored =
      isEmpty(changes) ||
      writeEntry({ key, typedAt: new Date().toISOString(), base: this.base, ...pageOfForm(), changes });
    if (isStored) for (const former of this.restored.splice(0)) removeEntry(former);
    this.change({ isStored });
  };

  private schedule(): void {
    this.timer ??= setTimeout(this.write, WRITE_DELAY_MS);
  }

  private lookUp(): void {
    if (this.user === null) return;
    const own = new Set([this.keyOf(this.user), ...this.restored]);
    const offer = readEntries({ ...this.place, user: this.user }).find(({ key }) => !own.has(key));
    this.change({ offer: offer ?? null });
  }

  private keyOf(user: string): string {
    return entryKey({ ...this.place, user }, this.form);
  }

  private change(changed: Partial<UnsavedState>): void {
    const next = { ...this.current, ...changed };
    if (next.offer === this.current.offer && next.isStored === this.current.isStored) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

function newFormId(): string {
  return Math.random().toString(36).slice(2);
}

function pageOfForm(): { title: string; path: string } {
  const { pathname, search } = window.location;
  return { title: document.title.replace(/ · [^·]*$/, ''), path: pathname + search };
}

export interface UnsavedState {
  /** What an earlier form of the same place has left. */
  offer: UnsavedEntry | null;
  /** False if what is typed is too much for the device, or the device keeps nothing. */
  isStored: boolean;
}
