import { type RefObject, useEffect, useRef } from 'react';

let isFirst = true;

/** For the heading of a page: it is focused after each navigation, but not when the browser has loaded the first page. */
export function useFocusOnOpen<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!isFirst) element.current?.focus();
    isFirst = false;
  }, []);
  return element;
}
