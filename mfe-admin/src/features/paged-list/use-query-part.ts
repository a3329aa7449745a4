import { useSearchParams } from 'react-router-dom';

/** Changes one part of the page's address, which is taken out where it is empty. Going back does not pass each change. */
export function useQueryPart() {
  const [, setQuery] = useSearchParams();
  return (name: string) => (value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
}
