/** Files that the bundler turns into addresses. */
declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.svg?raw' {
  const drawing: string
  export default drawing
}
declare module '*.woff2' {
  const url: string
  export default url
}
declare module '*.md?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Written by the bundler: `pseudo` in the build that hunts for untranslated words. */
  readonly env: { readonly MODE: string; readonly SSR: boolean }
}
