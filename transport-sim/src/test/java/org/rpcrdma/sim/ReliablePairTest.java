// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** The base class for tests of two hosts whose reliable queue pairs the test connects with state transitions. */
abstract class ReliablePairTest {
    static final int SIGNALED = SendRequests.SIGNALED;

    final ModifiedPair pair = new ModifiedPair(QueuePairType.RC).connect();
    final ModifiedPair.Side client = pair.client;
    final ModifiedPair.Side server = pair.server;
}
