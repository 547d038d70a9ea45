/** The command line: {@code rpcrdma decode} and its sisters, each a class named after its command. */
package org.rpcrdma.bench;
