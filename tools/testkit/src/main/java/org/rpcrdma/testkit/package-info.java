// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Clocks, seeds, JVMs and assertions for the tests of all modules. Not published. */
package org.rpcrdma.testkit;
