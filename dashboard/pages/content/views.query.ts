import { graphql } from '../../data/graphql.ts';

export const CREATE_VIEW = graphql(`
  mutation CreateView($input: CreateSavedViewInput!) {
    createSavedView(input: $input) {
      id
    }
  }
`);

export const UPDATE_VIEW = graphql(`
  mutation UpdateView($id: ID!, $input: UpdateSavedViewInput!) {
    updateSavedView(id: $id, input: $input) {
      id
    }
  }
`);

export const DELETE_VIEW = graphql(`
  mutation DeleteView($id: ID!) {
    deleteSavedView(id: $id) {
      id
    }
  }
`);
