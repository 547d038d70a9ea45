// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Runs comparisons over grids of parameters, sensitivity analyses, and calibrations against published measurements. */
open module org.rpcrdma.study {
    requires transitive org.rpcrdma.bench;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.csv;
    requires info.picocli;

    exports org.rpcrdma.study;

    provides org.rpcrdma.bench.AddedCommand with
            org.rpcrdma.study.SensitivityCommand,
            org.rpcrdma.study.DepthCommand,
            org.rpcrdma.study.SweepCommand,
            org.rpcrdma.study.CalibrateCommand;
}
