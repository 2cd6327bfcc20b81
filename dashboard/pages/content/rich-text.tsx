import './rich-text.css';
import { ActionIcon, Group } from '@mantine/core';
import { Markdown } from '@tiptap/markdown';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';

/** A body with a tag of HTML is HTML, any other is Markdown; a new one is HTML. */
function isHtml(body: string): boolean {
  return body.trim() === '' || /<(?:p|h[1-6]|ul|ol|div|blockquote|br|a|strong|em|table|img)\b[^>]*>/i.test(body);
}

interface RichTextProps {
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

export default function RichText({ value, isReadOnly, onChange }: RichTextProps) {
  const text = useText(en, de);
  // What is stored is written again only after a change: opening an item changes nothing.
  const [asHtml] = useState(() => isHtml(value));
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false } }), Markdown],
    content: value,
    editable: !isReadOnly,
    contentType: asHtml ? 'html' : 'markdown',
    // Its style sheet would be an inline one.
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': text.body } },
    // For the state of the buttons.
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: changed }) => {
      if (changed.isEmpty) onChange('');
      else onChange(asHtml ? changed.getHTML() : changed.getMarkdown());
    },
  });
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
