/** Of an address that names a part of the page, or what lies open on it: the place stays. */
export const samePage = { preventScrollReset: true, state: { isSamePage: true } } as const
