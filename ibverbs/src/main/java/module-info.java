// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Implements the verbs contract on real NICs with libibverbs and librdmacm. */
module org.rpcrdma.ibverbs {
    requires transitive org.rpcrdma.verbs;
    requires jdk.management;

    exports org.rpcrdma.ibverbs;

    provides org.rpcrdma.verbs.DeviceProvider with
            org.rpcrdma.ibverbs.IbverbsDeviceProvider;
}
