module.exports = require('@ts-morph/common').ts;
