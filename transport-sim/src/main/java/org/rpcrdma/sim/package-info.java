/** Discrete-event simulation: a virtual clock, an event queue without allocation, seeded randomness. */
package org.rpcrdma.sim;
