mod records;
