import { Anchor, Fieldset } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import type { Part } from './agent-page.tsx';

interface EditPageProps {
  title: string;
  /** Where its list is. */
  part: Part;
  /** What the way back to the list says. */
  back: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The form of one persona, trigger or tool, which who may not edit only reads. */
export function EditPage({ title, part, back, actions, children }: EditPageProps) {
  const site = useSiteId();
  const mayEdit = useMayEdit();
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <Anchor component={Link} to={`/${site}/agent/${part}`} size="sm">
            {back}
          </Anchor>
        </>
      }
    >
      <Fieldset variant="unstyled" disabled={!mayEdit}>
        {children}
      </Fieldset>
    </Page>
  );
}

/** Back to the list, where what was saved is seen. */
export function useFinish(part: Part): (message: string) => void {
  const notice = useNotice();
  const navigate = useNavigate();
  const site = useSiteId();
  return (message) => {
    notice(message);
    void navigate({ to: `/${site}/agent/${part}`, ignoreBlocker: true });
  };
}
