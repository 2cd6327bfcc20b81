import { notFound } from '../../shared/errors.ts';
import { PERSONA_TEMPLATES } from './persona.template-texts.ts';
import type { PersonaTemplates } from './persona.types.ts';

/**
 * Finds templates. An unknown category or tag matches nothing; an unknown id is a 404. Several tags match a template with any of them. A
 * category may have the spelling of REST (`video-training`) or of GraphQL (`video_training`).
 */
export function findTemplates(filter: {
  id?: string | null;
  category?: string | null;
  tags?: readonly string[] | null;
}): PersonaTemplates {
  const { id, category, tags } = filter;
  if (id && !PERSONA_TEMPLATES.some((template) => template.id === id)) throw notFound('Template');
  const items = PERSONA_TEMPLATES.filter(
    (template) =>
      (!id || template.id === id) &&
      (!category || template.category === category.replaceAll('_', '-')) &&
      (!tags || tags.length === 0 || tags.some((tag) => template.tags.includes(tag.trim().toLowerCase()))),
  );
  const categories = [...new Set(PERSONA_TEMPLATES.map((template) => template.category))];
  return { items, count: items.length, categories };
}
