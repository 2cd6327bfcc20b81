import type { Handbook } from './texts.ts';

export interface Layout {
  columns?: number;
  /** Running title and page number. */
  running?: boolean;
  /** Each chapter begins on a new page. */
  chaptersOnPages?: boolean;
}

/** The handbook as an OpenDocument in one XML file, which LibreOffice turns into the other formats. */
export function flatOdt(book: Handbook, layout: Layout): string {
  const columns = layout.columns ? `<style:columns fo:column-count="${layout.columns}" fo:column-gap="0.8cm"/>` : '';
  const running = layout.running
    ? `<style:header><text:p>${book.title} handbook</text:p></style:header><style:footer><text:p>Page <text:page-number/></text:p></style:footer>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>
<style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.25cm" fo:text-align="justify"/><style:text-properties fo:font-size="11pt" style:font-name="DejaVu Serif" fo:font-family="'DejaVu Serif'" fo:language="en" fo:country="GB"/></style:style>
${[1, 2, 3].map((level) => `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="0.5cm" fo:keep-with-next="always" fo:text-align="start"/><style:text-properties fo:font-size="${22 - level * 3}pt" fo:font-weight="bold"/></style:style>`).join('\n')}
</office:styles>
<office:automatic-styles>
<style:style style:name="Break" style:family="paragraph" style:parent-style-name="Heading_20_2"><style:paragraph-properties fo:break-before="page"/></style:style>
<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:space-before="0.5cm" text:min-label-width="0.5cm"/></text:list-level-style-bullet></text:list-style>
<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm">${columns}</style:page-layout-properties><style:header-style/><style:footer-style/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page">${running}</style:master-page></office:master-styles>
<office:body><office:text>
<text:h text:style-name="Heading_20_1" text:outline-level="1">${book.title}</text:h>
${book.chapters.map((chapter, at) => chapterXml(chapter, at > 0 && layout.chaptersOnPages === true)).join('\n')}
<table:table table:name="Stock"><table:table-column table:number-columns-repeated="3"/>${book.table.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>
<text:p>Before leaving, remember these steps:</text:p>
<text:list text:style-name="Dots">${book.list.map((item) => `<text:list-item><text:p>${item}</text:p></text:list-item>`).join('')}</text:list>
</office:text></office:body></office:document>`;
}

function chapterXml(chapter: Handbook['chapters'][number], onNewPage: boolean): string {
  const sections = chapter.sections.map(
    ({ title, paragraphs }) =>
      `<text:h text:style-name="Heading_20_3" text:outline-level="3">${title}</text:h>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}`,
  );
  const style = onNewPage ? 'Break' : 'Heading_20_2';
  return `<text:h text:style-name="${style}" text:outline-level="2">${chapter.title}</text:h>${sections.join('')}`;
}
