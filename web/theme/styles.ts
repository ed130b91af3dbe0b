import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './mantine.css';
