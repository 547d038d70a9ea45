// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The commands that read captures: decode, lint and explain. */
open module org.rpcrdma.inspect {
    requires transitive org.rpcrdma.bench;
    requires org.rpcrdma.capture;
    requires HdrHistogram;
    requires com.fasterxml.jackson.annotation;
    requires info.picocli;

    exports org.rpcrdma.inspect;

    provides org.rpcrdma.bench.AddedCommand with
            org.rpcrdma.inspect.DecodeCommand,
            org.rpcrdma.inspect.ExplainCommand,
            org.rpcrdma.inspect.LintCommand;
}
