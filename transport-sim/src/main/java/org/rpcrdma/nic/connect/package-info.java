// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the connection manager. REQ, REP, RTU, REJ, DREQ and DREP are events of the simulation, not packets: each
 * takes the link's delay and some handling, and waits for links that are down
 * ({@link org.rpcrdma.nic.connect.RepeatedMessage}). Managers of a fabric find each other by address; a connection
 * joins two queue pairs and ends with either ({@link org.rpcrdma.nic.endpoint.ConnectionEnd}).
 */
package org.rpcrdma.nic.connect;
