# kernel-forms' table as text. First a row for each IOMMU, mode, kind of memory and number of buffers, a column for each form: thousands of instructions
# of a connection's Receive buffers, set up and torn down, and how they differ from stock's. Then for each IOMMU and mode, with 263 buffers,
# what is counted. Fails if a form has another number of IOVA ranges than it stands for.
NR == 1 {
  for (i = 1; i <= NF; i++) column[$i] = i
  next
}

{
  place = $column["iommu"] " " $column["mode"]
  if ($column["iommu"] == "none") place = "no IOMMU"
  row = place ", " $column["buffers"] " buffers" ($column["memory"] == "whole" ? "" : ", " $column["memory"])
  form = $column["form"]
  if (!(row in place_of)) {
    place_of[row] = place
    rows[++n] = row
  }
  if (!(form in known)) {
    known[form]
    forms[++f] = form
  }
  for (name in column) value[row, form, name] = $column[name]
  expected = place == "no IOMMU" ? 0 : form ~ /^(one-iova|sgtable)/ ? 1 : $column["mappings"]
  if ($column["iova_ranges"] != expected) {
    print "FAILED kernel-forms: IOVA ranges of a connection: " row ": " form ": " $column["iova_ranges"] " instead of " expected
    failed = 1
  }
  if ($column["buffers"] == 263 && $column["memory"] == "whole") counted[place] = row
}

function line(title, name, row,    i) {
  printf "%-38s", "  " title
  for (i = 1; i <= f; i++) printf " %14s", value[row, forms[i], name]
  printf "\n"
}

END {
  if (failed) exit 1
  printf "%-38s", ""
  for (i = 1; i <= f; i++) printf " %14s", forms[i]
  printf "\n"
  for (r = 1; r <= n; r++) {
    printf "%-38s", rows[r]
    for (i = 1; i <= f; i++) {
      text = ""
      if ((rows[r], forms[i], "least") in value) {
        least = value[rows[r], forms[i], "least"]
        text = sprintf("%.0f", least / 1000)
        if (i > 1) text = text sprintf(" %+.0f %%", 100 * (least / value[rows[r], forms[1], "least"] - 1))
      }
      printf " %14s", text
    }
    printf "\n"
  }
  titles = "allocate|reserve a range|map or link|synchronize|take|unmap or destroy|free|mappings or links|IOVA ranges|IOTLB invalidations|IOTLB entries|page tables of 32"
  names = "allocate|reserve|map|sync|take|unmap|release|mappings|iova_ranges|invalidations|leaves|tables_of_32"
  t = split(titles, title_of, "|")
  split(names, name_of, "|")
  for (r = 1; r <= n; r++) {
    if (counted[place_of[rows[r]]] != rows[r]) continue
    print rows[r] ": instructions, then counts"
    for (i = 1; i <= t; i++) line(title_of[i], name_of[i], rows[r])
  }
}
