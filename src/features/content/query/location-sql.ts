import type { Values } from '../../../database/columns.ts';

/** A box on the map in degrees. */
export type Box = Readonly<Record<'south' | 'west' | 'north' | 'east', number>>;

/** A circle on the map: its centre in degrees and its radius in metres. */
export type Circle = Readonly<Record<'lat' | 'lng' | 'distance', number>>;

function degrees(location: string, name: 'lat' | 'lng'): string {
  const json = `${location} -> '${name}'`;
  return `(case when jsonb_typeof(${json}) = 'number' then (${json})::float8 end)`;
}

/**
 * Returns the SQL condition that a location lies in the box. A box with `west` above `east` crosses the 180th meridian.
 */
export function liesInBox(location: string, { south, west, north, east }: Box, values: Values): string {
  const [s, w, n, e] = [south, west, north, east].map((each) => `${values.add(each)}::float8`);
  const lng = degrees(location, 'lng');
  const between = west <= east ? `${lng} between ${w} and ${e}` : `(${lng} >= ${w} or ${lng} <= ${e})`;
  return `(${degrees(location, 'lat')} between ${s} and ${n} and ${between})`;
}

/** Mean radius of the earth in metres. */
const EARTH_RADIUS = 6_371_008.8;

/** Returns the SQL condition that a location lies in the circle, by the haversine formula; null without a location. */
export function liesInCircle(location: string, { lat, lng, distance }: Circle, values: Values): string {
  const angle = distance / EARTH_RADIUS;
  // No place is further away than half of the earth's circumference.
  const maxHaversine = angle < Math.PI ? Math.sin(angle / 2) ** 2 : 2;
  const [a, b, max] = [lat, lng, maxHaversine].map((each) => `${values.add(each)}::float8`);
  const latitude = degrees(location, 'lat');
  const sine = (difference: string) => `power(sin(radians(${difference}) / 2), 2)`;
  return `${sine(`${latitude} - ${a}`)}
    + cos(radians(${a})) * cos(radians(${latitude})) * ${sine(`${degrees(location, 'lng')} - ${b}`)} <= ${max}`;
}
