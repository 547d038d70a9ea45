// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import org.rpcrdma.verbs.SendRequests;

/** The base class for tests of two connected hosts. */
abstract class PairTest {
    static final int LKEY = GuardedBuffer.LKEY;
    static final int SIGNALED = SendRequests.SIGNALED;

    final ConnectedPair pair = new ConnectedPair();
    final ConnectedPair.Side client = pair.client;
    final ConnectedPair.Side server = pair.server;
}
