import { useMemo } from 'react';
import { type Language, useLanguage } from './language.tsx';

/** Numbers and times as the reader writes them. */
export function useFormats() {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}

/** The medium style, with the time zone. */
const ZONED = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function formatsOf(language: Language) {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const number = new Intl.NumberFormat(locale);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const second = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const zoned = new Intl.DateTimeFormat(locale, ZONED);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' });
  const choice = new Intl.ListFormat(locale, { type: 'disjunction' });
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 2 });
  return {
    number: (value: number) => number.format(value),
    day: (iso: string) => day.format(new Date(iso)),
    moment: (iso: string) => moment.format(new Date(iso)),
    second: (iso: string) => second.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    zoned: (iso: string) => zoned.format(new Date(iso)),
    weekday: (iso: string) => weekday.format(new Date(iso)),
    longDay: (iso: string) => longDay.format(new Date(iso)),
    month: (iso: string) => month.format(new Date(iso)),
    dollars: (value: number) => dollars.format(value),
    choice: (parts: readonly string[]) => choice.format(parts),
    bytes: (value: number) => bytesOf(value, number),
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

function bytesOf(value: number, format: Intl.NumberFormat): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), UNITS.length - 1);
  const scaled = value / 1_000 ** power;
  return `${format.format(scaled < 10 && power > 0 ? Math.round(scaled * 10) / 10 : Math.round(scaled))} ${UNITS[power]}`;
}
