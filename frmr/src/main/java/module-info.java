// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Pools of reusable registration handles (FRMR pools). */
module org.rpcrdma.frmr {
    requires transitive org.rpcrdma.verbs;
    requires java.management;
    requires jdk.jfr;

    exports org.rpcrdma.frmr;
}
