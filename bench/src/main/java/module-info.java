// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares Receive buffer strategies and provides the {@code rpcrdma} command line. The module is open because picocli
 * sets options and Jackson reads results by reflection.
 */
open module org.rpcrdma.bench {
    requires transitive org.rpcrdma.capture;
    requires transitive org.rpcrdma.sim;
    requires org.rpcrdma.udp;
    requires HdrHistogram;
    requires com.fasterxml.jackson.databind;
    requires transitive info.picocli;
    requires java.logging;
    requires java.management;
    requires jdk.attach;
    requires jdk.httpserver;
    requires micrometer.registry.prometheus;
    requires org.rpcrdma.micrometer;

    exports org.rpcrdma.bench;
    exports org.rpcrdma.bench.settings;
    exports org.rpcrdma.bench.argument to
            org.rpcrdma.conformance,
            org.rpcrdma.inspect,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.compare to
            org.rpcrdma.conformance,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.console to
            org.rpcrdma.conformance,
            org.rpcrdma.inspect,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.file to
            org.rpcrdma.inspect,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.host to
            org.rpcrdma.study;
    exports org.rpcrdma.bench.jvm to
            org.rpcrdma.study;
    exports org.rpcrdma.bench.load to
            org.rpcrdma.inspect,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.plot to
            org.rpcrdma.inspect,
            org.rpcrdma.study;
    exports org.rpcrdma.bench.trace to
            org.rpcrdma.inspect;
    exports org.rpcrdma.replay;

    uses org.rpcrdma.bench.AddedCommand;
    uses org.rpcrdma.bench.Microbenchmarks;
}
