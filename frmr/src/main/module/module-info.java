// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The verbs contract, and pools of reusable registration handles (FRMR pools). */
module org.rpcrdma.frmr {
    requires transitive org.agrona;
    requires transitive java.management;
    requires jdk.jfr;

    exports org.rpcrdma.frmr;
    exports org.rpcrdma.verbs;
    exports org.rpcrdma.verbs.extended;
    exports org.rpcrdma.verbs.jvm;

    uses org.rpcrdma.verbs.DeviceProvider;
}
