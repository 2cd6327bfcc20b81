import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { deviceStorage } from '../data/device-storage.ts';

export type Language = 'en' | 'de';

interface LanguageState {
  language: Language;
  setLanguage: (language: Language) => void;
}

const KEY = 'lectern-language';
const LanguageContext = createContext<LanguageState>({ language: 'en', setLanguage: () => undefined });

/** The language that was chosen here, otherwise that of the browser. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    deviceStorage.write(KEY, language);
  }, [language]);
  const state = useMemo(() => ({ language, setLanguage }), [language]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState {
  return useContext(LanguageContext);
}

/** The strings of a page in the language of its reader: `useText(en, de)`, where `de` has the type of `en`. */
export function useText<Strings>(en: Strings, de: NoInfer<Strings>): Strings {
  return useLanguage().language === 'de' ? de : en;
}

function initialLanguage(): Language {
  const chosen = deviceStorage.read(KEY) ?? navigator.language;
  return chosen.toLowerCase().startsWith('de') ? 'de' : 'en';
}
