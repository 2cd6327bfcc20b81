// Written by `lectern types`. Do not edit.
import type { Schemas } from '@lectern/client';

/** A calendar date, such as `2026-01-31`. */
export type CalendarDate = string;

/** A place on the map. */
export interface Location {
  lat: number;
  lng: number;
  address?: string | null;
}

/** The id of an item, or the item itself where a call has `expand: true`. */
export type Reference<Item> = string | Item;

/** The id or URL of a file, or the file itself where a call has `expand: true`. */
export type FileReference = string | Schemas['Asset'];

/** Lists have the body, `content`, only with `includeContent: true`. */
type Item<Type extends string, Fields> = Omit<Schemas['ContentItem'], 'type'> & {
  type: Type;
  content?: string | null;
  customFields?: Fields;
};

/** Fields of Article. */
export interface ArticleFields {}

/** Article. */
export type Article = Item<'article', ArticleFields>;

/** Fields of Course. */
export interface CourseFields {}

/** Course. */
export type Course = Item<'course', CourseFields>;

/** Fields of Document. */
export interface DocumentFields {}

/** Document. */
export type Document = Item<'document', DocumentFields>;

/** Fields of FAQ. */
export interface FaqFields {
  /** Question. */
  question?: string | null;
  /** Answer. */
  answer?: string | null;
}

/** FAQ. */
export type Faq = Item<'faq', FaqFields>;

/** Fields of Guide. */
export interface GuideFields {
  /** Author. */
  author?: Reference<Mechanic> | null;
  /** Minutes. Required to publish. */
  minutes?: number | null;
  /** Related. */
  related?: Reference<Guide>[] | null;
}

/** Guide. */
export type Guide = Item<'guide', GuideFields>;

/** Fields of Mechanic. */
export interface MechanicFields {
  /** Role. Required to publish. */
  role?: 'Lead' | 'Mechanic' | 'Apprentice' | null;
  /** Since: First day at the workshop. */
  since?: CalendarDate | null;
  /** Specialities. */
  specialities?: ('Wheels' | 'Brakes' | 'Gears' | 'Frames')[] | null;
  /** Email. */
  email?: string | null;
}

/** Mechanic. */
export type Mechanic = Item<'mechanic', MechanicFields>;

/** Fields of Product. */
export interface ProductFields {
  /** Price. */
  price?: number | null;
  /** SKU. */
  sku?: string | null;
  /** Inventory. */
  inventory?: number | null;
}

/** Product. */
export type Product = Item<'product', ProductFields>;

/** Fields of Video. */
export interface VideoFields {}

/** Video. */
export type Video = Item<'video', VideoFields>;

/** The items of each content type. */
export interface ContentTypes {
  article: Article;
  course: Course;
  document: Document;
  faq: Faq;
  guide: Guide;
  mechanic: Mechanic;
  product: Product;
  video: Video;
}
