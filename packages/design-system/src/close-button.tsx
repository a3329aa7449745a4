import styles from './close-button.module.css';

/** Closes what it stands in. */
export function CloseButton({ label, disabled = false, onClose }: { label: string; disabled?: boolean; onClose: () => void }) {
  return (
    <button type="button" className={`bare ${styles.close}`} aria-label={label} disabled={disabled} onClick={onClose}>
      <svg viewBox="0 0 16 16" className="drawn" aria-hidden="true" focusable="false">
        <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
      </svg>
    </button>
  );
}
