// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks devices against the rules of verbs. The module contains the rules, one per row, and the runner that checks
 * them.
 */
open module org.rpcrdma.conformance {
    requires transitive org.rpcrdma.bench;
    requires com.fasterxml.jackson.annotation;
    requires info.picocli;

    exports org.rpcrdma.conformance;

    provides org.rpcrdma.bench.AddedCommand with
            org.rpcrdma.conformance.ConformanceCommand;
}
