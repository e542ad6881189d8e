import { Link } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { DocumentPage } from '../../features/content/components/document-page.tsx'
import { useDocuments } from '../../features/content/document-texts.ts'
import { paths } from '../../lib/paths.ts'
import { useTexts } from '../../lib/text/text.tsx'

export const Faq = () => <DocumentPage document={useDocuments().faq} kind="questions" />
export const Shipping = () => <DocumentPage document={useDocuments().shipping} kind="chapters" />
export const Terms = () => <DocumentPage document={useDocuments().terms} kind="chapters" />
export const Privacy = () => <DocumentPage document={useDocuments().privacy} kind="chapters" />

export function HowItWorks() {
  const text = useTexts()
  return (
    <DocumentPage
      document={useDocuments().howItWorks}
      kind="steps"
      action={
        <Button asChild variant="gold">
          <Link to={paths.raffles}>{text.steps.start}</Link>
        </Button>
      }
    />
  )
}
