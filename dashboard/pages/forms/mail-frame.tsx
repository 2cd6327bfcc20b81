import { useEffect, useRef } from 'react';

/**
 * An email in a frame of its own, where no script runs. The policy of the page, which the frame has too, allows no styles
 * in markup: they are moved out of it and set as properties.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    const window = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!inner || !window) return;
    const { markup, sheets } = withoutStyles(html);
    const parsed = new DOMParser().parseFromString(markup, 'text/html');
    inner.documentElement.lang = parsed.documentElement.lang || 'en';
    inner.title = title;
    inner.body.replaceChildren(...[...parsed.body.childNodes].map((node) => inner.importNode(node, true)));
    inner.body.className = parsed.body.className;
    copyStyle(parsed.body, inner.body);
    for (const element of inner.body.querySelectorAll<HTMLElement>('[data-style]')) copyStyle(element, element);
    inner.adoptedStyleSheets = sheets.map((text) => {
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
  }, [html, title]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      width="100%"
      height={480}
      style={{ border: 0, background: '#fff', borderRadius: 8 }}
    />
  );
}

function copyStyle(from: HTMLElement, to: HTMLElement): void {
  to.style.cssText = from.dataset['style'] ?? '';
}

/** Submitted texts are escaped in the email, so that what looks like an attribute is one. */
function withoutStyles(html: string): { markup: string; sheets: string[] } {
  const sheets: string[] = [];
  const markup = html
    .replaceAll(/<style[^>]*>([\s\S]*?)<\/style>/g, (_all, text: string) => {
      sheets.push(text);
      return '';
    })
    .replaceAll(' style="', ' data-style="');
  return { markup, sheets };
}
