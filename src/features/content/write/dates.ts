type Dates = { [K in 'publishedAt' | 'createdAt' | 'updatedAt']?: Date | null | undefined };

/** The dates of a new item: those that its writer gives, otherwise those of its creation. */
export function datesOfNew(
  { publishedAt, createdAt, updatedAt }: Dates,
  { isPublished }: { isPublished: boolean },
): { publishedAt: Date | null; createdAt: Date; updatedAt: Date } {
  const now = new Date();
  return {
    publishedAt: publishedAt ?? (isPublished ? now : null),
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? now,
  };
}
