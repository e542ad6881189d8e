// What `npm run test:mutants` changes: the places that were named, as patterns of files.
import { matchesGlob } from 'node:path'

const RULES = ['events/**/*.ts']
const WRITER = ['raffle-*', 'append', 'codec', 'tickets-issued-entry'].map(
  (name) => `services/event-store/${name}.ts`,
)

/** All of the rules when no place is named. */
export function patternsOf(places: readonly string[]): string[] {
  if (places.includes('writer')) return WRITER
  if (places.length === 0) return RULES
  return places.map((place) => (place.includes('.ts') ? place : `${place}/**/*.ts`))
}

/** Those of the files that the places mean. */
export function filesIn(places: readonly string[], files: readonly string[]): string[] {
  const patterns = patternsOf(places)
  return files.filter((file) => patterns.some((pattern) => matchesGlob(file, pattern)))
}
