# A table of kernel-patch's comma-separated values: a row for each kernel, IOMMU, mode and number of buffers, a column for each form: us of all that
# sets a connection up and tears it down, in brackets Receive buffers' part, and how the first differs from stock's. Of the connections it is the least:
# interrupts and tasks that come between only add.
NR > 1 {
  row = $1 "," $2 "," $3 "," $4
  if (!(row in seen)) {
    seen[row]
    rows[++n] = row
  }
  if (!($5 in known)) {
    known[$5]
    forms[++f] = $5
  }
  all[row, $5] = $7
  receive[row, $5] = $10
}

END {
  printf "%-42s", "us of 1,000 instructions, the least"
  order = split("stock posted cursor order3 mended shared", sorted, " ")
  for (i = 1; i <= order; i++) if (sorted[i] in known) printf " %24s", sorted[i]
  printf "\n"
  for (r = 1; r <= n; r++) {
    split(rows[r], part, ",")
    printf "%-42s", "Linux " part[1] ", " (part[2] == "none" ? "no mapping" : part[2] " " part[3]) ", " part[4] " buffers"
    for (i = 1; i <= order; i++) {
      if (!(sorted[i] in known)) continue
      text = ""
      if ((rows[r], sorted[i]) in all) {
        text = sprintf("%.0f (%.0f)", all[rows[r], sorted[i]], receive[rows[r], sorted[i]])
        if (i > 1 && all[rows[r], "stock"] > 0) text = text sprintf(" %+.1f %%", 100 * (all[rows[r], sorted[i]] / all[rows[r], "stock"] - 1))
      }
      printf " %24s", text
    }
    printf "\n"
  }
}
