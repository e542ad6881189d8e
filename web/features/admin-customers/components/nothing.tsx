import { Text } from '@chakra-ui/react'

/** The face of an empty part of a dialog. */
export const Nothing = ({ line }: { line: string }) => (
  <Text
    color="fg.soft"
    py="5"
    textAlign="center"
    borderWidth="1px"
    borderStyle="dashed"
    borderRadius="tag"
  >
    {line}
  </Text>
)
