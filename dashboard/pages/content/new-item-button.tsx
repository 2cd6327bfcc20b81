import { Button, Combobox, Menu, useCombobox } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { MAX_WITHOUT_SEARCH } from './list-filters.tsx';

interface NewItemProps {
  site: string;
  types: readonly { slug: string; name: string }[];
}

/** Leads to the form for an item of the type that is chosen. */
export function NewItemButton(props: NewItemProps) {
  return props.types.length > MAX_WITHOUT_SEARCH ? <SearchedTypes {...props} /> : <FewTypes {...props} />;
}

const pathOf = (site: string, slug: string) => `/${site}/content/new/${slug}`;

function FewTypes({ site, types }: NewItemProps) {
  const text = useText(en, de);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button disabled={types.length === 0}>{text.new}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(({ slug, name }) => (
          <Menu.Item key={slug} component={Link} to={pathOf(site, slug)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu has no place for a text field, so this is a list with one. */
function SearchedTypes({ site, types }: NewItemProps) {
  const text = useText(en, de);
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setWords('');
      combobox.resetSelectedOption();
      combobox.focusTarget();
    },
  });
  const { selectFirstOption } = combobox;
  // Enter takes the first type that is found.
  useEffect(() => {
    if (words !== '') selectFirstOption();
  }, [words, selectFirstOption]);
  const found = types.filter(({ slug, name }) => `${name}\n${slug}`.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <Combobox
      store={combobox}
      position="bottom-end"
      width={300}
      // Within the landmark of the page, as assistive technology expects of a text field.
      withinPortal={false}
      onOptionSubmit={(slug) => void navigate({ to: pathOf(site, slug) })}
    >
      <Combobox.Target targetType="button">
        <Button onClick={() => combobox.toggleDropdown()}>{text.new}</Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={text.searchTypes}
          placeholder={text.searchTypes}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {found.length === 0 && <Combobox.Empty role="status">{text.noMatch}</Combobox.Empty>}
        <Combobox.Options aria-label={text.types} mah={280} style={{ overflowY: 'auto' }} hidden={found.length === 0}>
          {found.map(({ slug, name }) => (
            <Combobox.Option key={slug} value={slug} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
