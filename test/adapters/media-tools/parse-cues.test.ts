import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSubtitles, parseCues } from '../../../src/adapters/media-tools/parse-cues.ts';

describe('subtitles', () => {
  test('are read as SubRip', () => {
    const text =
      '1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\nline\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\nTwo\r\n';
    expect(parseCues(text)).toEqual([
      { startTime: 1.5, endTime: 2, text: 'One line' },
      { startTime: 3600, endTime: 3601, text: 'Two' },
    ]);
  });

  test('are read as WebVTT, with settings, names, notes and styles', () => {
    const text = [
      'WEBVTT - A title\nKind: captions\n',
      'STYLE\n::cue { color: red }\n',
      'NOTE 00:00 is the start\n',
      'intro\n00:01.000 --> 00:02.500 align:start position:0%\n<v Anna>Good <00:01.500><c.loud>morning</c></v>&nbsp;&amp; hello\n',
    ].join('\n');
    expect(parseCues(text)).toEqual([{ startTime: 1, endTime: 2.5, text: 'Good morning & hello' }]);
  });

  test('lose tags and positions, but no comparison', () => {
    const text = '00:01.000 --> 00:02.000\n{\\an8}<font color="#fff">if a < b and b > c</font>\\Nthen';
    expect(parseCues(text)).toEqual([{ startTime: 1, endTime: 2, text: 'if a < b and b > c then' }]);
  });

  test('may lack empty lines, be out of order, end before they start, or say nothing', () => {
    const text =
      '2\n00:00:05,000 --> 00:00:04,000\nlater\n1\n00:00:01,000 --> 00:00:02,000\nsooner\n\n00:09.0 --> 00:10.0\n<i></i>';
    expect(parseCues(text)).toEqual([
      { startTime: 1, endTime: 2, text: 'sooner' },
      { startTime: 5, endTime: 7, text: 'later' },
    ]);
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffgrün')],
    ['UTF-16, little end first', Buffer.from('\ufeffgrün', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffgrün', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('grün', 'latin1')],
  ])('are decoded from %s', (_name, bytes) => {
    expect(decodeSubtitles(bytes)).toBe('grün');
  });

  test('of any text are bounded, ascending, and quickly read', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constant('00:01.000 --> 00:02.000'),
      fc.constant('1:2 --> 3:4'),
      fc.constant(''),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const cues = parseCues(lines.join('\n'));
        for (const [index, { startTime, endTime, text }] of cues.entries()) {
          expect(endTime).toBeGreaterThan(startTime);
          expect(startTime).toBeGreaterThanOrEqual(cues[index - 1]?.startTime ?? 0);
          expect(text).not.toBe('');
        }
      }),
    );
    const begun = performance.now();
    parseCues(`00:01.000 --> 00:02.000\n${'<a'.repeat(500_000)}`);
    expect(parseCues('00:01.000 --> 00:02.000\nx\n\n'.repeat(60_000))).toHaveLength(50_000);
    parseCues('0'.repeat(1_000_000));
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
