import type { Values } from '../../../database/columns.ts';
import type { BoxInput, CircleInput } from './input/filter.inputs.ts';

function degrees(value: string, name: 'lat' | 'lng'): string {
  const json = `${value} -> '${name}'`;
  return `(case when jsonb_typeof(${json}) = 'number' then (${json})::float8 end)`;
}

/** A box with its west in the east of its east crosses the 180th meridian. */
export function within(value: string, { south, west, north, east }: BoxInput, values: Values): string {
  const [s, w, n, e] = [south, west, north, east].map((each) => `${values.add(each)}::float8`);
  const lng = degrees(value, 'lng');
  const between = west <= east ? `${lng} between ${w} and ${e}` : `(${lng} >= ${w} or ${lng} <= ${e})`;
  return `(${degrees(value, 'lat')} between ${s} and ${n} and ${between})`;
}

/** Mean radius of the earth in metres. */
const EARTH_RADIUS = 6_371_008.8;

/** The haversine formula: null without a place, whatever the distance. */
export function near(value: string, { lat, lng, distance }: CircleInput, values: Values): string {
  const angle = distance / EARTH_RADIUS;
  // No place is further away than half of the earth's circumference.
  const maxHaversine = angle < Math.PI ? Math.sin(angle / 2) ** 2 : 2;
  const [a, b, max] = [lat, lng, maxHaversine].map((each) => `${values.add(each)}::float8`);
  const itsLat = degrees(value, 'lat');
  const sine = (difference: string) => `power(sin(radians(${difference}) / 2), 2)`;
  return `${sine(`${itsLat} - ${a}`)}
    + cos(radians(${a})) * cos(radians(${itsLat})) * ${sine(`${degrees(value, 'lng')} - ${b}`)} <= ${max}`;
}
