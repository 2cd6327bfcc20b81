import { Paper, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';

/** Takes files that are dropped. The button of the page does the same for the keyboard. */
export function DropZone({ children, onFiles }: { children: ReactNode; onFiles: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      data-testid="drop-zone"
      bd={isOver ? '2px solid var(--mantine-color-brand-5)' : '2px dashed var(--mantine-color-gray-5)'}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Text size="sm" c="dimmed" ta="center">
        {children}
      </Text>
    </Paper>
  );
}
