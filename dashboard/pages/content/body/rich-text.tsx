import './rich-text.css';
import { ActionIcon, Group } from '@mantine/core';
import { type Editor, EditorContent, type UseEditorOptions, useEditor } from '@tiptap/react';
import { useText } from '../../../text/language.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import { type Body, documentOf } from './body.ts';
import { extensionsOf } from './schema.ts';
import { writeBody } from './write-body.ts';

interface RichTextProps {
  /** As it was opened. */
  body: Body;
  isReadOnly: boolean;
  onChange: (source: string) => void;
}

/** The formatted view of a body; what is written keeps the source of every block that is not changed. */
export function RichText({ body, isReadOnly, onChange }: RichTextProps) {
  const text = useText(en, de);
  const options: UseEditorOptions = {
    extensions: extensionsOf(body.format),
    content: documentOf(body),
    editable: !isReadOnly,
    // Its style sheet would be an inline one.
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': text.body } },
    // For the state of the buttons.
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: changed }) => onChange(writeBody(body, changed.getJSON())),
  };
  const editor = useEditor(options, [body]);
  return (
    <div className="rich-text">
      {!isReadOnly && <Toolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}

type Text = typeof en;

const ACTIONS: readonly { label: keyof Text; sign: string; name: string; run: (editor: Editor) => void }[] = [
  { label: 'bold', sign: 'B', name: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'italic', sign: 'I', name: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    label: 'heading',
    sign: 'H',
    name: 'heading',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'bulletList',
    sign: '•',
    name: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'orderedList',
    sign: '①',
    name: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { label: 'quote', sign: '❝', name: 'blockquote', run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { label: 'code', sign: '‹›', name: 'codeBlock', run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
];

function Toolbar({ editor }: { editor: Editor }) {
  const text = useText(en, de);
  return (
    <Group gap={4} p={4} role="toolbar" aria-label={text.formatting} className="rich-text-toolbar">
      {ACTIONS.map(({ label, sign, name, run }) => (
        <ActionIcon
          key={name}
          variant="default"
          aria-label={String(text[label])}
          aria-pressed={editor.isActive(name)}
          onClick={() => run(editor)}
        >
          {sign}
        </ActionIcon>
      ))}
      <ActionIcon variant="default" aria-label={text.undo} onClick={() => editor.chain().focus().undo().run()}>
        ↶
      </ActionIcon>
    </Group>
  );
}
