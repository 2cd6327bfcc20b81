import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow } from '../../database/site-entity.ts';

/** For statistics: it says that a form was submitted and which fields it has, nothing of what was filled in. */
export const FormSubmissionEntity = defineEntity({
  name: 'FormSubmission',
  tableName: 'form_submission',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    formId: p.text().nullable(),
    formName: p.text(),
    fieldCount: p.integer(),
    pageUrl: p.text().nullable(),
    source: p.text(),
    anonymizedFields: p.array(),
  },
});
