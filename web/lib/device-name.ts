// What a User-Agent header says in two words: enough to know one's own devices apart.
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/(?:Headless)?Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Null: nothing that we know. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null
  const named = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const words = [named(browsers), named(systems)].filter((word) => word !== undefined)
  return words.length > 0 ? words.join(', ') : userAgent.slice(0, 40)
}
