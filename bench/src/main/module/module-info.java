// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The comparison of Receive buffers; the command line, whose options are read and results written by reflection. */
open module org.rpcrdma.bench {
    requires transitive org.rpcrdma.nic;
    requires HdrHistogram;
    requires chronicle.bytes;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.csv;
    requires info.picocli;
    requires java.management;
    requires jdk.attach;

    exports org.rpcrdma.bench;

    uses org.rpcrdma.bench.AddedCommand;
    uses org.rpcrdma.bench.Microbenchmarks;
}
