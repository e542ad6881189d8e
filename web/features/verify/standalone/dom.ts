// Makes elements. Text only ever goes in as text, never as markup.
type Child = Node | string | null
type Attributes = Record<string, string | boolean>

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(name, '')
    else if (value !== false) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== null))
  return made
}
