import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow } from '../../database/site-entity.ts';

/** Analytics record: that a form was submitted and which fields it has, without values. */
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
