/** Where a picture's first look lies among the files. */
export const firstLookName = (key: string): string => `images/${key}-first.avif`
