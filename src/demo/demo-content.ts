import type { CreateContentInput } from '../features/content/content.inputs.ts';
import type { CreateContentTypeInput } from '../features/content-type/content-type.inputs.ts';
import type { CreateKnowledgeDocumentInput } from '../features/knowledge/document.types.ts';

/** Demo content: premium items require a tier; the course requires the subscription `gold` or one that includes it. */
export const SUBSCRIPTIONS = [
  { slug: 'gold', name: 'Gold', description: 'Every course of the workshop.' },
  { slug: 'all-access', name: 'All access', description: 'Everything there is.', grants: ['*'] },
];

export const COLLECTION = {
  name: 'Getting started',
  slug: 'getting-started',
  description: 'What to read first.',
  order: 1,
};

/** A custom content type with fields of several types. */
export const MECHANIC: CreateContentTypeInput = {
  name: 'Mechanic',
  slug: 'mechanic',
  pluralName: 'Mechanics',
  description: 'Somebody who works here.',
  icon: 'wrench',
  fields: [
    { name: 'role', type: 'select', validation: { required: true, options: ['Lead', 'Mechanic', 'Apprentice'] } },
    { name: 'since', type: 'date', description: 'First day at the workshop.' },
    { name: 'specialities', type: 'multiselect', validation: { options: ['Wheels', 'Brakes', 'Gears', 'Frames'] } },
    { name: 'email', type: 'email', aiIndexed: false },
  ],
};

/** A custom content type whose items reference mechanics and each other. */
export const GUIDE: CreateContentTypeInput = {
  name: 'Guide',
  slug: 'guide',
  pluralName: 'Guides',
  description: 'A repair, step by step.',
  icon: 'book',
  fields: [
    { name: 'author', type: 'reference', validation: { referenceTo: 'mechanic' } },
    { name: 'minutes', type: 'number', validation: { required: true, min: 1, max: 600 } },
    { name: 'related', type: 'references', validation: { referenceTo: 'guide' } },
  ],
};

/** An item of the demo, published unless it has another status. */
type DemoItem = CreateContentInput & { externalId: string };

export const MECHANICS: DemoItem[] = [
  {
    externalId: 'mechanic-ines',
    type: 'mechanic',
    title: 'Inês Carvalho',
    excerpt: 'Builds and trues the wheels.',
    customFields: { role: 'Lead', since: '2014-03-01', specialities: ['Wheels', 'Frames'], email: 'ines@example.org' },
  },
  {
    externalId: 'mechanic-tom',
    type: 'mechanic',
    title: 'Tom Okafor',
    excerpt: 'Knows every brake that was ever made.',
    customFields: {
      role: 'Mechanic',
      since: '2019-09-16',
      specialities: ['Brakes', 'Gears'],
      email: 'tom@example.org',
    },
  },
];

/** `author` and `related` contain externalIds, which the seed replaces by ids. */
export const GUIDES: DemoItem[] = [
  {
    externalId: 'guide-puncture',
    type: 'guide',
    title: 'Mend a puncture',
    excerpt: 'Find the hole, patch it, ride on.',
    tags: ['tyres', 'roadside'],
    customFields: { author: 'mechanic-ines', minutes: 15 },
    content: `## Find the hole
Take the wheel out, lift one side of the tyre off the rim with two levers and pull the tube out. Pump it up and listen; a small hole shows as bubbles under water.

## Patch it
Roughen the rubber around the hole, spread a thin layer of vulcanising fluid, wait until it no longer shines, about three minutes, and press the patch on.

## Before the tube goes back
Feel along the inside of the tyre for the thorn or the splinter of glass that made the hole. Who forgets this mends the same puncture twice.`,
  },
  {
    externalId: 'guide-brakes',
    type: 'guide',
    title: 'Adjust rim brakes',
    excerpt: 'Centre the arms, set the pads, tighten the cable.',
    tags: ['brakes'],
    customFields: { author: 'mechanic-tom', minutes: 30, related: ['guide-puncture'] },
    content: `## Centre the arms
Turn the small screw at the side of each arm until both pads stand equally far from the rim.

## Set the pads
A pad meets the rim flat, a millimetre below the tyre, its front edge first. That toe-in keeps it from squealing.

## Tighten the cable
Pull the slack out by the barrel adjuster. The lever should stop halfway to the handlebar.`,
  },
];

/** One item of every built-in type, at every access level. */
export const ITEMS: DemoItem[] = [
  {
    externalId: 'article-opening',
    type: 'article',
    title: 'We open on Saturdays now',
    excerpt: 'From April the workshop is open on Saturdays from nine to two.',
    author: 'Inês Carvalho',
    categories: ['news'],
    content:
      'From April the workshop is open on Saturdays from nine to two. Bring your bicycle without an appointment; small repairs are done while you wait.',
  },
  {
    externalId: 'article-winter',
    type: 'article',
    title: 'How we store bicycles over winter',
    excerpt: 'Cool, dry, and off the ground.',
    accessLevel: 'authenticated',
    categories: ['care'],
    content:
      'A bicycle that stands still all winter wants a cool, dry room. Hang it up or pump the tyres to the upper mark, so that they do not crack, and wipe the chain with an oily cloth.',
  },
  {
    externalId: 'article-prices',
    type: 'article',
    title: 'What a workshop pays for parts',
    excerpt: 'Our purchase prices, part by part.',
    accessLevel: 'premium',
    categories: ['business'],
    content:
      'We buy brake pads at forty per cent of the retail price and inner tubes at fifty-five. Chains leave the least: a third of what the customer pays for a chain is ours, before the hour of work.',
  },
  {
    externalId: 'product-tube',
    type: 'product',
    title: 'Inner tube 28 inch',
    excerpt: 'Butyl, with a 40 mm valve.',
    tags: ['tyres'],
    customFields: { price: 7.9, sku: 'TUBE-28-40', inventory: 120 },
  },
  {
    externalId: 'faq-appointment',
    type: 'faq',
    title: 'Do I need an appointment?',
    customFields: {
      question: 'Do I need an appointment for a repair?',
      answer: 'Not for punctures, brakes and gears. For a full service please book one, two weeks ahead in spring.',
    },
  },
  {
    externalId: 'video-truing',
    type: 'video',
    title: 'Truing a wheel',
    excerpt: 'Inês straightens a buckled rim in eight minutes.',
    videoMetadata: { duration: 492, streamUrl: 'https://example.org/video/truing.m3u8', resolution: '1920x1080' },
    content:
      'Loosen the spokes on the side that the rim leans to and tighten those opposite, a quarter turn at a time.',
  },
  {
    externalId: 'document-checklist',
    type: 'document',
    title: 'Service checklist',
    excerpt: 'The two pages that every service follows.',
    documentMetadata: { pageCount: 2, fileSize: 84_213, format: 'pdf' },
    content: 'Headset, bottom bracket, wheels, brakes, gears, chain wear, lights, bolts. Sign every line.',
  },
  {
    externalId: 'course-wheelbuilding',
    type: 'course',
    title: 'Wheelbuilding from hub to rim',
    excerpt: 'Six evenings, one pair of wheels of your own.',
    accessLevel: 'subscription',
    requiredSubscriptions: ['gold'],
    courseMetadata: {
      lessons: 6,
      totalDuration: 43_200,
      difficulty: 'intermediate',
      prerequisites: ['Truing a wheel'],
    },
    content:
      'Lesson one: spoke length. Measure the effective rim diameter, look up the hub flanges, and subtract one millimetre for the nipple before you order.',
  },
  {
    externalId: 'article-draft',
    type: 'article',
    title: 'Electric bicycles: what we will offer',
    status: 'draft',
    content: 'Notes for the spring: which motors we will service.',
  },
];

export const DOCUMENTS: CreateKnowledgeDocumentInput[] = [
  {
    title: 'Workshop handbook',
    tags: ['handbook'],
    content: `# Workshop handbook

## Opening hours
Tuesday to Friday from ten to six, Saturdays from nine to two. Closed on Sundays and Mondays.

## Repairs
Small repairs are done while the customer waits. A full service takes two working days. We call when a repair costs more than was agreed.

## Warranty
Work is guaranteed for twelve months, parts as long as their maker says. Wear of chains, pads and tyres is not covered.

## Loan bicycles
Three loan bicycles are kept for customers whose service takes longer than a day. The deposit is fifty euros.`,
  },
  {
    title: 'Torque table',
    tags: ['handbook', 'reference'],
    metadata: { revision: 3 },
    content: `# Torque table

| part | newton metres |
|---|---|
| Stem bolts | 5 |
| Seat post clamp | 6 |
| Crank bolt, square taper | 40 |
| Pedals | 35 |
| Disc rotor bolts | 6 |

Carbon parts take a fifth less, with assembly paste.`,
  },
];
