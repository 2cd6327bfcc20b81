import { Migration } from '@mikro-orm/migrations';

/** As `canonicalLanguage` of content items. */
const CANONICAL = `(select string_agg(case
    when n = 1 then lower(part)
    when part ~ '^[A-Za-z]{2}$' then upper(part)
    when part ~ '^[A-Za-z]{4}$' then initcap(part)
    else lower(part) end, '-' order by n)
  from regexp_split_to_table(i.language, '[-_]') with ordinality as parts(part, n))`;

/**
 * Codes of languages as they are compared. Where two items become equal, the one with the canonical code and then the oldest
 * keeps its place: the other gets a number in its slug, and is no longer a translation.
 */
export const CANONICAL_LANGUAGES = `do $$
declare
  item record;
  free text;
  number integer;
begin
  for item in select * from (
      select id, site_id, type, slug, language, created_at, translation_of, ${CANONICAL} as code
      from content_item i where language !~ '^[a-z]{2,3}$'
    ) changed where code <> language order by created_at, id
  loop
    -- Of an original, the translation leaves.
    update content_item set translation_of = null
      where site_id = item.site_id and translation_of = item.id and language = item.code;
    if item.translation_of is not null and exists (select from content_item o where o.site_id = item.site_id
        and o.id <> item.id and o.language = item.code
        and (o.id = item.translation_of or o.translation_of = item.translation_of))
    then
      update content_item set translation_of = null where id = item.id;
    end if;
    free := item.slug;
    number := 2;
    while exists (select from content_item o where o.site_id = item.site_id and o.type = item.type
      and o.slug = free and o.language = item.code and o.id <> item.id)
    loop
      free := rtrim(left(item.slug, 190), '-') || '-' || number;
      number := number + 1;
    end loop;
    update content_item set slug = free, language = item.code where id = item.id;
  end loop;
end $$`;

/** Languages are compared without regard to case, and `_` is `-`. */
export class LanguageCodes extends Migration {
  override name = '20261123_language_codes';

  override up(): void {
    this.addSql(CANONICAL_LANGUAGES);
  }
}
