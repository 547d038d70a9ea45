// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Clocks, seeds and JVMs for the tests of all modules; not published. */
package org.rpcrdma.testkit;
