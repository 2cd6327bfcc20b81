import { fragment } from './graphql.ts';

/** All content types of a site, which has at most 500, by slug. */
export const TYPE_NAMES = fragment(`
  fragment TypeNames on Query {
    contentTypes(page: { limit: 500 }) {
      items {
        slug
        name
      }
    }
  }
`);
